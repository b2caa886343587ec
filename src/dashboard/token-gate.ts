// Who may act: whoever has the token. After five wrong ones an address waits for a minute, whatever it has then.

import { isSameSecret } from '../control/same-secret.js'

export type Verdict = 'let-in' | 'wrong' | 'too-many'

const MOST_WRONG = 5
const WINDOW_MS = 60_000
/** Addresses remembered: one that is forgotten has five tries again. */
const MOST_ADDRESSES = 1000

export class TokenGate {
  readonly #token: string
  readonly #wrong = new Map<string, { count: number; readonly untilMonoMs: number }>()

  constructor(token: string) {
    this.#token = token
  }

  judge(given: string | undefined, address: string, nowMonoMs: number): Verdict {
    const known = this.#wrong.get(address)
    const wrong = known && nowMonoMs < known.untilMonoMs ? known : undefined
    if (wrong && wrong.count >= MOST_WRONG) return 'too-many'
    if (given !== undefined && isSameSecret(given, this.#token)) {
      this.#wrong.delete(address)
      return 'let-in'
    }
    if (wrong) wrong.count++
    else this.#remember(address, nowMonoMs + WINDOW_MS)
    return 'wrong'
  }

  #remember(address: string, untilMonoMs: number): void {
    this.#wrong.delete(address)
    this.#wrong.set(address, { count: 1, untilMonoMs })
    if (this.#wrong.size <= MOST_ADDRESSES) return
    const [oldest] = this.#wrong.keys()
    if (oldest !== undefined) this.#wrong.delete(oldest)
  }
}
