// Asks a running bot one thing over its control port.

import { createConnection } from 'node:net'
import { QuoinError } from '../domain/error.js'
import { type ControlRequest, controlAnswer, MAX_ANSWER_BYTES } from './control-protocol.js'
import { addressOf, type ControlPlace } from './place.js'

/** Longer than the slowest command waits for the venue. */
const PATIENCE_MS = 20_000
/** A strategy is compiled and checked first. */
const RELOAD_MS = 90_000

type Asked<R> = R extends unknown ? Omit<R, 'token'> : never

/** Rejects with `unreachable` when no bot answers there, `bad-payload` for what is no answer; else with the bot's own refusal. */
export async function askBot(place: ControlPlace, request: Asked<ControlRequest>): Promise<unknown> {
  const token = place.kind === 'loopback' ? { token: place.token } : {}
  const text = await exchange(place, {
    line: `${JSON.stringify({ ...request, ...token })}\n`,
    patienceMs: request.command === 'reload' ? RELOAD_MS : PATIENCE_MS,
  })
  const answer = read(text)
  if (answer.ok) return answer.data
  const { code, message } = answer.error
  throw new QuoinError(codeOf(code), message)
}

interface Exchange {
  readonly line: string
  readonly patienceMs: number
}

function exchange(place: ControlPlace, { line, patienceMs }: Exchange): Promise<string> {
  const at = place.kind === 'socket' ? place.path : `127.0.0.1:${place.port}`
  return new Promise((done, refuse) => {
    const chunks: Buffer[] = []
    let length = 0
    const socket = createConnection(addressOf(place), () => socket.write(line))
    const fail = (got: string) => {
      socket.destroy()
      refuse(new QuoinError('unreachable', `${at}: expected a bot that answers, got ${got}`))
    }
    socket.setTimeout(patienceMs, () => fail(`nothing for ${patienceMs / 1000} s`))
    socket.once('error', (error) => fail('code' in error ? String(error.code) : error.message))
    socket.once('close', () => fail('the end of the connection'))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_ANSWER_BYTES) fail(`more than ${MAX_ANSWER_BYTES} bytes`)
      if (!chunk.includes('\n')) return
      socket.removeAllListeners('close')
      socket.destroy()
      done(Buffer.concat(chunks).toString().split('\n')[0] ?? '')
    })
  })
}

function read(text: string) {
  try {
    return controlAnswer.parse(JSON.parse(text))
  } catch (cause) {
    throw new QuoinError('bad-payload', 'expected an answer of a bot, got something else', { cause })
  }
}

const CODES = [
  'bad-argument',
  'bad-config',
  'bad-request',
  'forbidden',
  'not-found',
  'journal-failed',
  'unreachable',
] as const

/** Whatever else it was is a fault of the bot. */
const codeOf = (code: string) => CODES.find((known) => known === code) ?? 'internal'
