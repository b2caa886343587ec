// Answers that no venue would give by itself: nothing at all, a failure of the server, a page of the proxy in front of it.

import type { ApiResponse } from '../requests/api-request.js'

/** The connection ends without an answer. */
export const DROPPED: ApiResponse = { status: 500, headers: {}, body: undefined, delivery: { dropped: true } }

const REASONS = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
} as const

/** Without a code: it does not tell whether the request was carried out. */
export function failedAnswer(status: keyof typeof REASONS): ApiResponse {
  return { status, headers: {}, body: { statusCode: status, message: REASONS[status], error: REASONS[status] } }
}

const PAGE = `<html>
<head><title>429 Too Many Requests</title></head>
<body>
<center><h1>429 Too Many Requests</h1></center>
<hr><center>nginx</center>
</body>
</html>
`

/** HTML, and none of the venue's rate headers. */
export function proxyAnswer(retryAfterSec: number | undefined): ApiResponse {
  return {
    status: 429,
    headers: retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) },
    body: undefined,
    text: { contentType: 'text/html', content: PAGE },
  }
}
