// One message sent to one address: taken, to be tried again, or of no use. The address is a secret and stands in no word of it.

export type Posted =
  | { readonly kind: 'taken' }
  /** `afterMs`: as the address asks. */
  | { readonly kind: 'later'; readonly reason: string; readonly afterMs?: number }
  | { readonly kind: 'refused'; readonly reason: string }

const ANSWER_MS = 10_000
const LONGEST_WAIT_MS = 3_600_000

export async function post(url: string, body: string): Promise<Posted> {
  try {
    // most bots tell nobody; the default, as the bundled package, of CommonJS, exports nothing else
    const { default: undici } = await import('undici')
    const {
      statusCode,
      headers,
      body: answer,
    } = await undici.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    // nobody reads what it says; an unheard error would end the process
    answer.on('error', () => undefined).destroy()
    if (statusCode >= 200 && statusCode < 300) return { kind: 'taken' }
    const reason = `answered with status ${statusCode}`
    if (statusCode !== 429 && statusCode !== 408 && statusCode < 500) return { kind: 'refused', reason }
    const afterMs = retryAfterMs(headers['retry-after'])
    return { kind: 'later', reason, ...(afterMs === undefined ? {} : { afterMs }) }
  } catch (error) {
    return { kind: 'later', reason: reasonOf(error) }
  }
}

/** Seconds, or a date. */
function retryAfterMs(header: string | string[] | undefined): number | undefined {
  const [text] = [header].flat()
  if (text === undefined) return undefined
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(0, ms))
}

/** Messages of the network name the host, and some the whole address. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1000} s`
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer'
}
