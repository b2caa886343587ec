// What the page may do with a token: the control port's own commands, written down with who gave them.

import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { type ControlAnswer, type ControlRequest, controlRequest } from '../control/control-protocol.js'
import { isOwnPage } from './own-page.js'
import { jsonReply, type Reply } from './responses.js'
import { TokenGate } from './token-gate.js'

const MOST_BYTES = 4096
const PATIENCE_MS = 5000
/** Commands under way at one time. */
const MOST_AT_ONCE = 4
const ACTS = ['halt', 'resume', 'cancel-all', 'pause', 'unpause'] as const

const wished = z.strictObject({
  command: z.enum(ACTS),
  market: z.string().max(200).optional(),
  reason: z.string().trim().max(500),
  actor: z.string().trim().min(1).max(80),
})

const STATUSES: Readonly<Record<string, number>> = { 'not-found': 404, 'bad-request': 400, unreachable: 504 }

export interface ActingParts {
  readonly token: string
  readonly ask: (request: ControlRequest) => Promise<ControlAnswer>
  readonly nowMonoMs: () => number
}

export class Acting {
  readonly #parts: ActingParts
  readonly #gate: TokenGate
  #underWay = 0

  constructor(parts: ActingParts) {
    this.#parts = parts
    this.#gate = new TokenGate(parts.token)
  }

  /** Whether the token is the right one. */
  judged(request: IncomingMessage): Reply {
    return this.#refused(request) ?? jsonReply(200, { ok: true })
  }

  async act(request: IncomingMessage): Promise<Reply> {
    const refused = this.#refused(request)
    if (refused !== undefined) return refused
    if (this.#underWay >= MOST_AT_ONCE) return no(503, 'other commands are under way', { 'retry-after': '1' })
    this.#underWay++
    try {
      const text = await bodyOf(request)
      if (text === undefined) return no(413, `expected at most ${MOST_BYTES} bytes within ${PATIENCE_MS / 1000} s`)
      const command = commandOf(text)
      if (typeof command === 'string') return no(400, command)
      const answer = await this.#parts.ask(command)
      return jsonReply(answer.ok ? 200 : (STATUSES[answer.error.code] ?? 500), answer)
    } finally {
      this.#underWay--
    }
  }

  #refused(request: IncomingMessage): Reply | undefined {
    const { headers, socket } = request
    if (!headers['content-type']?.startsWith('application/json')) return no(415, 'expected application/json')
    if (!isOwnPage(headers)) return no(403, 'origin: expected that of this page, got another or none')
    const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    switch (this.#gate.judge(given, socket.remoteAddress ?? '', this.#parts.nowMonoMs())) {
      case 'let-in':
        return undefined
      case 'wrong':
        return no(401, 'token: expected the one of dashboard.tokenFile, got another or none')
      case 'too-many':
        return no(429, 'token: too many wrong ones; wait a minute', { 'retry-after': '60' })
    }
  }
}

const no = (status: number, message: string, headers?: Reply['headers']) =>
  jsonReply(status, { ok: false, error: { code: 'refused', message } }, { connection: 'close', ...headers })

/** A request as the control port takes it, or what is wrong with it. */
function commandOf(text: string): ControlRequest | string {
  try {
    const { actor, reason, ...rest } = wished.parse(JSON.parse(text))
    return controlRequest.parse({ ...rest, reason: reason || 'no reason given', actor: `${actor} (page)` })
  } catch (thrown) {
    const issue = thrown instanceof z.ZodError ? thrown.issues[0] : undefined
    return issue ? `${issue.path.join('.') || 'command'}: ${issue.message}` : 'expected JSON'
  }
}

/** `undefined` for one that is too long, too slow or broken off. */
function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    let length = 0
    const timer = setTimeout(() => done(undefined), PATIENCE_MS)
    const end = (text: string | undefined) => {
      clearTimeout(timer)
      done(text)
    }
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > MOST_BYTES) end(undefined)
      else chunks.push(chunk)
    })
    request.once('end', () => end(Buffer.concat(chunks).toString()))
    request.once('close', () => end(undefined))
  })
}
