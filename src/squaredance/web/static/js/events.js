/** Who wants to know of what happens to an object. */
export class Events {
  #listeners = new Map();

  /** Calls `fn` at each event of that name; what is returned ends it. */
  on(name, fn) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
    this.#listeners.get(name).add(fn);
    return () => this.#listeners.get(name).delete(fn);
  }

  emit(name, data) {
    for (const fn of this.#listeners.get(name) ?? []) fn(data);
  }
}
