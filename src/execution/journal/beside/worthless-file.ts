// Tokens that pay nothing, of markets that are over: `worthless.jsonl` beside the journal, a line for each market. Weeks of short markets leave
// them by the ten thousand, and nothing happens to them any more: a line is written once, before the standing that no longer names it.
//
//   a later line    of the same market holds; one without tokens says that they are gone
//   standing.json   holds where it names the same market
//   a broken line   as a kill in the middle of a write leaves it, is passed over: the standing was not written without it yet

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { areSameTokens, NO_TOKENS, type Tokens } from '../../../domain/account/tokens.js'
import { codeOf, messageOf, QuoinError } from '../../../domain/error.js'
import { exactText, jsonOf } from '../../../domain/json.js'
import type { ConditionId } from '../../../domain/market/market.js'
import type { HeldTokens } from '../../../domain/run/standing.js'
import { appendText, appendTextLater } from '../../../files/append-text.js'
import type { Durability } from '../../../files/draft.js'
import { replaceFile } from '../../../files/replace-file.js'
import { conditionId, raw } from './kept-values.js'

const NAME = 'worthless.jsonl'
const line = z.object({ conditionId, tokensRaw: z.tuple([raw, raw]) })
/** So many lines that say nothing any more are left in it. */
const MOST_IDLE_LINES = 1000

/** What is held, as it is to be kept. */
export interface Parted {
  /** What has to be named each time. */
  readonly rest: readonly HeldTokens[]
  /** What is not in the file as it is, without tokens where they are gone. */
  readonly news: readonly Pick<HeldTokens, 'conditionId' | 'tokensRaw'>[]
}

export class WorthlessFile {
  readonly path: string
  readonly #survives: Durability
  readonly #kept: Map<ConditionId, Tokens>

  /** Throws `journal-failed` for a file that cannot be read or written. */
  constructor(folder: string, survives: Durability) {
    this.path = join(folder, NAME)
    this.#survives = survives
    const { kept, lines } = readLines(this.path)
    this.#kept = kept
    if (lines > kept.size + MOST_IDLE_LINES) this.#writeAnew()
  }

  /** All that is kept, those that `held` names as it names them. */
  with(held: readonly HeldTokens[]): readonly HeldTokens[] {
    if (this.#kept.size === 0) return held
    const named = new Set(held.map((one) => one.conditionId))
    const others = [...this.#kept].filter(([id]) => !named.has(id))
    return [...held, ...others.map(([id, tokensRaw]) => worthless(id, tokensRaw))]
  }

  part(held: readonly HeldTokens[]): Parted {
    const rest: HeldTokens[] = []
    const news: Pick<HeldTokens, 'conditionId' | 'tokensRaw'>[] = []
    let found = 0
    for (const one of held) {
      const kept = this.#kept.get(one.conditionId)
      if (kept !== undefined) found++
      if (one.isWorthless !== true) rest.push(one)
      else if (kept === undefined || !areSameTokens(kept, one.tokensRaw)) news.push(one)
    }
    if (found < this.#kept.size) {
      const named = new Set(held.map((one) => one.conditionId))
      for (const id of this.#kept.keys()) if (!named.has(id)) news.push({ conditionId: id, tokensRaw: NO_TOKENS })
    }
    return { rest, news }
  }

  /** Done when this returns. Throws what the file system throws. */
  keep(news: Parted['news']): void {
    if (news.length === 0) return
    appendText(this.path, textOf(news), this.#survives)
    this.#note(news)
  }

  /** Beside the work. */
  async keepLater(news: Parted['news']): Promise<void> {
    if (news.length === 0) return
    await appendTextLater(this.path, textOf(news), this.#survives)
    this.#note(news)
  }

  #note(news: Parted['news']): void {
    for (const { conditionId: id, tokensRaw } of news)
      if (isNothing(tokensRaw)) this.#kept.delete(id)
      else this.#kept.set(id, tokensRaw)
  }

  #writeAnew(): void {
    const all = [...this.#kept].map(([id, tokensRaw]) => worthless(id, tokensRaw))
    try {
      replaceFile(this.path, textOf(all), { survives: this.#survives })
    } catch (cause) {
      throw new QuoinError('journal-failed', `${this.path}: expected to write, got ${messageOf(cause)}`, { cause })
    }
  }
}

function readLines(path: string): { readonly kept: Map<ConditionId, Tokens>; readonly lines: number } {
  const kept = new Map<ConditionId, Tokens>()
  const lines = textIn(path).split('\n')
  for (const text of lines) {
    const { data } = line.safeParse(text === '' ? undefined : jsonOf(text))
    if (data === undefined) continue
    if (isNothing(data.tokensRaw)) kept.delete(data.conditionId)
    else kept.set(data.conditionId, data.tokensRaw)
  }
  return { kept, lines: lines.filter((text) => text !== '').length }
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return ''
    throw new QuoinError('journal-failed', `${path}: expected a file that can be read, got ${messageOf(cause)}`, {
      cause,
    })
  }
}

/** The line before it may be a torn one. */
function textOf(news: Parted['news']): string {
  const texts = news.map(({ conditionId: id, tokensRaw }) => JSON.stringify({ conditionId: id, tokensRaw }, exactText))
  return `\n${texts.join('\n')}\n`
}

const worthless = (id: ConditionId, tokensRaw: Tokens): HeldTokens => ({
  ...{ conditionId: id, tokensRaw, worth: 0 },
  isWorthless: true,
})
const isNothing = (tokens: Tokens) => areSameTokens(tokens, NO_TOKENS)
