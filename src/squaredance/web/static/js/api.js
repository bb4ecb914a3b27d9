/** Calls of the server. An answer is data; what went wrong is an ApiError with one line to show. */

const PATIENCE = 60; // seconds; the server has its own limits, far below

export class ApiError extends Error {
  /** @param {{type: string, reason: string, place?: string, line?: number, column?: number}} error */
  constructor({ type, reason, ...where }, status = 0) {
    super(reason);
    this.name = "ApiError";
    this.type = type;
    this.status = status;
    Object.assign(this, where);
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
    return (await this.#fetch("about", { method: "GET" }, "about")).json();
  }

  /** POST /api/NAME. A call ends the one before with the same `key`, which is the name if it is not given. */
  async call(name, body, { key = name } = {}) {
    return (await this.#post(name, body, key)).json();
  }

  /** The same, for bytes. */
  async blob(name, body, { key = name } = {}) {
    return (await this.#post(name, body, key)).blob();
  }

  /** Ends all calls under way; the server notices and stops working on them. */
  cancel() {
    for (const controller of this.#running.values()) controller.abort();
  }

  #post(name, body, key) {
    const headers = { "Content-Type": "application/json" };
    return this.#fetch(name, { method: "POST", headers, body: JSON.stringify(body) }, key);
  }

  async #fetch(name, options, key) {
    this.#running.get(key)?.abort();
    const controller = new AbortController();
    this.#running.set(key, controller);
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
  const fallback = { type: "http", reason: `the server answered ${response.status}` };
  try {
    return new ApiError((await response.json()).error ?? fallback, response.status);
  } catch {
    return new ApiError(fallback, response.status);
  }
}

function failure(error) {
  if (error.name === "AbortError") return new ApiError({ type: "aborted", reason: "cancelled" });
  if (error.name === "TimeoutError") return new ApiError({ type: "time", reason: "the server took too long" });
  return new ApiError({ type: "network", reason: "the server cannot be reached" });
}
