// What `quoin init` has to know: from flags, or asked where a person sits there.

import { createInterface } from 'node:readline'
import { QuoinError } from '../../domain/error.js'
import type { CommandContext } from '../command-context.js'
import { BUNDLED_STRATEGIES, isStrategyFile } from '../strategy/load-strategy.js'
import { PLACES, type Place } from './setup-actions.js'

const STRATEGIES: readonly string[] = BUNDLED_STRATEGIES.map(({ name }) => name)

export interface InitFlags {
  /** Path of the configuration to write. */
  readonly file: string
  readonly place?: string | undefined
  readonly url?: string
  readonly strategy?: string
  readonly markets?: string
  readonly apiKeyFile?: string
  readonly keystore?: string
  readonly passphraseFile?: string
  readonly keyFile?: string
}

export interface InitAnswers {
  readonly place: Place
  readonly url: string
  /** Name of one that comes with Quoin, or path of a file. */
  readonly strategy: string
  readonly markets: number
}

interface Question<T> {
  readonly words: string
  readonly flag: string
  readonly given: string | undefined
  /** Used where nobody is there to ask, and for an empty answer. */
  readonly fallback?: string
  /** `undefined`: not understood. */
  readonly read: (text: string) => T | undefined
  readonly expected: string
}

export const SANDBOX_URL = 'http://127.0.0.1:8787'

/** Throws `bad-argument` for a flag that is not understood, and for one that is missing where nobody can be asked. */
export async function initAnswers(flags: InitFlags, { streams, out }: CommandContext): Promise<InitAnswers> {
  const { stdin, stderr } = streams
  const asks = stdin.isTTY === true && !out.json
  const terminal = asks ? createInterface({ input: stdin }) : undefined
  const lines = terminal?.[Symbol.asyncIterator]()
  const answer = async <T>(question: Question<T>): Promise<T> => {
    for (;;) {
      const { words, flag, given, fallback, read, expected } = question
      if (given === undefined && lines !== undefined) {
        stderr.write(`${words}${fallback === undefined ? '' : ` [${fallback}]`}: `)
      }
      const said = given ?? (await nextLine(lines))
      const text = said === '' ? (fallback ?? '') : said
      const value = read(text)
      if (value !== undefined) return value
      const message = `${flag}: expected ${expected}, got ${text === '' ? 'nothing' : text}`
      if (given !== undefined || lines === undefined) throw new QuoinError('bad-argument', message)
      stderr.write(`${message}\n`)
    }
  }
  try {
    return await askAll(flags, answer)
  } finally {
    terminal?.close()
  }
}

/** Empty where nobody is there to ask. Throws `bad-argument` at the end of the input. */
async function nextLine(lines: AsyncIterator<string> | undefined): Promise<string> {
  if (lines === undefined) return ''
  const { done, value } = await lines.next()
  if (done !== true) return value.trim()
  throw new QuoinError('bad-argument', 'expected an answer, got the end of the input')
}

async function askAll(flags: InitFlags, answer: <T>(question: Question<T>) => Promise<T>): Promise<InitAnswers> {
  const place = await answer({
    words: 'For the sandbox, the testnet, or live with real money',
    ...{ flag: '--for', given: flags.place, expected: `one of ${PLACES.join(', ')}` },
    ...(flags.place === undefined ? { fallback: 'sandbox' } : {}),
    read: (text) => PLACES.find((one) => one === text),
  })
  const url = await answer({
    words: 'Address of the venue',
    ...{ flag: '--url', given: flags.url, expected: 'an http or https address' },
    ...(place === 'sandbox' ? { fallback: SANDBOX_URL } : {}),
    read: (text) => (/^https?:$/.test(protocolOf(text)) ? text : undefined),
  })
  const strategy = await answer({
    words: 'Strategy, by name or file',
    ...{ flag: '--strategy', given: flags.strategy, fallback: 'as-logit' },
    expected: `one of ${STRATEGIES.join(', ')}, or a file`,
    read: (text) => (STRATEGIES.includes(text) || isStrategyFile(text) ? text : undefined),
  })
  const markets = await answer({
    words: 'Markets to quote at most',
    ...{ flag: '--markets', given: flags.markets, fallback: '3', expected: 'a whole number from 1 to 500' },
    read: (text) => (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 500 ? Number(text) : undefined),
  })
  return { place, url, strategy, markets }
}

function protocolOf(text: string): string {
  try {
    return new URL(text).protocol
  } catch {
    return ''
  }
}
