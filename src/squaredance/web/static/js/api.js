/** Calls of the server. An answer is data; what went wrong is an ApiError with one line to show. */

const PATIENCE = 60; // seconds; the server has its own limits, far below

class ApiError extends Error {
  constructor(error) {
    super(error.reason);
    Object.assign(this, error);
  }

  /** Whether nobody waits for the answer any more. */
  get isAborted() { return this.type === "aborted"; }

  /** The place, where it means something to people, and the reason. */
  get words() {
    const { line, column, cell } = this;
    const place = line ? `Line ${line}${column ? `, column ${column}` : ""}: ` : cell ? `${cell}: ` : "";
    return place + this.message;
  }
}

export class Api {
  #running = new Map();

  /** What the server can do; see GET /api/about. */
  async about() {
    return (await this.#fetch("about", { method: "GET" })).json();
  }

  /**
   * POST /api/NAME, the answer `as` "json" or "blob". A call ends the one before with the same `key`, which is the
   * name if it is not given.
   */
  async call(name, body, { key = name, as = "json" } = {}) {
    const headers = { "Content-Type": "application/json" };
    return (await this.#fetch(name, { method: "POST", headers, body: JSON.stringify(body) }, key))[as]();
  }

  get isBusy() { return this.#running.size > 0; }

  /** Ends the call of that key, or all; the server notices and stops working on them. */
  cancel(key) {
    for (const [name, controller] of this.#running) if (key === undefined || name === key) controller.abort();
  }

  async #fetch(name, options, key = null) {
    this.#running.get(key)?.abort();
    const controller = new AbortController();
    if (key) this.#running.set(key, controller);
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(PATIENCE * 1000)]);
    try {
      const response = await fetch(`api/${name}`, { ...options, signal });
      if (!response.ok) throw await refusal(response);
      return new Response(await response.blob(), response);
    } catch (error) {
      throw error instanceof ApiError ? error : failure(error);
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }
}

async function refusal(response) {
  const answer = await response.json().catch(() => null);
  return new ApiError(answer?.error ?? { type: "http", reason: `the server answered ${response.status}` });
}

function failure({ name }) {
  const known = { AbortError: ["aborted", "cancelled"], TimeoutError: ["time", "the server took too long"] };
  const [type, reason] = known[name] ?? ["network", "the server cannot be reached"];
  return new ApiError({ type, reason });
}
