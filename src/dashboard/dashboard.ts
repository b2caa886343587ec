// The page that a running bot serves. Nothing is made unless somebody looks, nothing more often than once a second, and whoever does not
// read is let go.
//
//   GET  /                the page
//   GET  /page/state      what the bot does, as `quoin status`, `fills` and `decisions` tell it
//   GET  /page/curves     profit and inventory since the start
//   GET  /page/market     one market, as `quoin explain` tells it, and its curves
//   GET  /page/log        the log's tail, as `quoin logs` tells it
//   POST /page/token      whether a token is the right one        (only where there is a token: else these two do not exist)
//   POST /page/act        a command of the control port

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ControlAnswer, type ControlRequest, controlRequest } from '../control/control-protocol.js'
import { visibleJson } from '../domain/visible-text.js'
import type { PageHandler } from '../telemetry/http.js'
import { Acting } from './acting.js'
import type { Curves } from './curves.js'
import { KeptAnswer } from './kept-answer.js'
import type { DashboardPage } from './page-html.js'
import { jsonReply, type Reply, send } from './responses.js'
import { type StateParts, stateDocument } from './state-document.js'

export interface DashboardParts extends Pick<StateParts, 'ask' | 'wallMs'> {
  readonly page: DashboardPage
  readonly curves: Curves
  /** Without one the page only shows. */
  readonly token?: string | undefined
  readonly nowMonoMs: () => number
  /** Takes out what must not be shown. */
  readonly scrub: (text: string) => string
}

/** Answers that are not sent off yet. */
const MOST_OPEN = 32
const KEPT_MS = 950
/** Different answers that are kept: markets that somebody looks into. */
const MOST_KEPT = 32
const MOST_LINES = 200
const ASKER = { actor: 'page' }

export function createDashboard(parts: DashboardParts): PageHandler {
  const { page, ask, token, nowMonoMs } = parts
  const acting = token === undefined ? undefined : new Acting({ token, ask, nowMonoMs })
  const shown = new ShownAnswers(parts)
  let open = 0
  return (request, response) => {
    const [pathname = '/', query = ''] = (request.url ?? '/').split('?')
    const searchParams = new URLSearchParams(query)
    const reply = replyTo({ request, pathname, searchParams, page, acting, shown })
    if (reply === undefined) return false
    if (open >= MOST_OPEN) {
      send(response, jsonReply(503, { error: 'too many answers are not read yet' }, { 'retry-after': '1' }))
      return true
    }
    open++
    response.once('close', () => open--)
    void answer(reply, request, response)
    return true
  }
}

async function answer(
  reply: () => Promise<Reply> | Reply,
  { method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let made: Reply
  try {
    made = await reply()
  } catch {
    made = jsonReply(500, { error: 'the page failed' })
  }
  send(response, made, method === 'HEAD')
}

interface Asked {
  readonly request: IncomingMessage
  readonly pathname: string
  readonly searchParams: URLSearchParams
  readonly page: DashboardPage
  readonly acting: Acting | undefined
  readonly shown: ShownAnswers
}

/** `undefined` where there is nothing of the page. */
function replyTo({ request, pathname, searchParams, page, acting, shown }: Asked) {
  const { method } = request
  if (method === 'POST' && acting !== undefined) {
    if (pathname === '/page/token') return () => acting.judged(request)
    return pathname === '/page/act' ? () => acting.act(request) : undefined
  }
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (pathname === '/') return () => pageReply(page)
  return shown.reply(pathname, searchParams)
}

const pageReply = ({ html, policy }: DashboardPage): Reply => ({
  ...{ status: 200, type: 'text/html; charset=utf-8', body: html },
  headers: { 'content-security-policy': policy },
})

/** Each made at most once a second, however many look. */
class ShownAnswers {
  readonly #parts: DashboardParts
  readonly #state: KeptAnswer
  readonly #kept = new Map<string, KeptAnswer>()

  constructor(parts: DashboardParts) {
    this.#parts = parts
    const { ask, wallMs, token, page } = parts
    const document = { ask, wallMs, canAct: token !== undefined, version: page.version }
    this.#state = new KeptAnswer(KEPT_MS, async () => this.#bytes(await stateDocument(document)))
  }

  reply(pathname: string, query: URLSearchParams): (() => Promise<Reply>) | undefined {
    switch (pathname) {
      case '/page/state':
        return () => this.#reply(this.#state)
      case '/page/curves':
        return () => this.#keptReply(pathname, async () => this.#parts.curves.totals())
      case '/page/market':
        return () => this.#market(query.get('id') ?? '')
      case '/page/log':
        return () => this.#keptReply(pathname, () => this.#data({ command: 'logs', most: MOST_LINES, ...ASKER }))
      default:
        return undefined
    }
  }

  async #market(market: string): Promise<Reply> {
    const asked = controlRequest.safeParse({ command: 'explain', market, ...ASKER })
    if (!asked.success) return jsonReply(400, { error: 'id: expected that of a market' })
    const explained = async () => {
      const data = Object(await this.#data(asked.data))
      return { ...data, curves: this.#parts.curves.market(data.conditionId) }
    }
    return this.#keptReply(`market ${market}`, explained).catch((thrown: unknown) => {
      if (thrown instanceof NotThere) return jsonReply(404, { error: thrown.message })
      throw thrown
    })
  }

  #keptReply(key: string, make: () => Promise<unknown>): Promise<Reply> {
    let kept = this.#kept.get(key)
    if (kept === undefined) {
      kept = new KeptAnswer(KEPT_MS, async () => this.#bytes(await make()))
      this.#kept.set(key, kept)
      const [oldest] = this.#kept.keys()
      if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    }
    return this.#reply(kept)
  }

  async #reply(kept: KeptAnswer): Promise<Reply> {
    const body = await kept.get(this.#parts.nowMonoMs())
    return { status: 200, type: 'application/json; charset=utf-8', body }
  }

  async #data(request: ControlRequest): Promise<unknown> {
    const answered: ControlAnswer = await this.#parts.ask(request)
    if (!answered.ok) throw new NotThere(answered.error.message)
    return answered.data
  }

  #bytes(value: unknown): Buffer {
    return Buffer.from(this.#parts.scrub(visibleJson(JSON.stringify(value))))
  }
}

class NotThere extends Error {}
