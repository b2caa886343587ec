// When an answer was given, in the venue's time: clients set their clocks by it. Whole seconds, so one text serves many answers.

import type { ApiResponse } from '../api/requests/api-request.js'

export class DateHeader {
  #sec = Number.NaN
  #text = ''

  /** The answer with the header, unless it has one of its own. */
  of(response: ApiResponse, nowMs: number): ApiResponse {
    const sec = Math.floor(nowMs / 1000)
    if (sec !== this.#sec) {
      this.#sec = sec
      this.#text = new Date(nowMs).toUTCString()
    }
    return { ...response, headers: { date: this.#text, ...response.headers } }
  }
}
