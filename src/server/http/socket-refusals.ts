// What asks for the socket and cannot have it gets the venue's error body instead of engine.io's: every request at its path that is no
// handshake by websocket.

import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Server } from 'socket.io'
import { ApiError } from '../api/requests/error-table.js'
import { answerRefusal, rawAnswer } from './parser-errors.js'

/** Before engine.io looks at a request. */
export function refuseOtherHandshakes(io: Server): void {
  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    const isPlain = response instanceof ServerResponse
    const refusal = refusalOf(request, isPlain)
    if (refusal === undefined) next()
    else if (isPlain) answerRefusal(response, refusal)
    else refuseUpgrade(request.socket, refusal)
  })
}

function refusalOf({ method, url = '' }: IncomingMessage, isPlain: boolean): ApiError | undefined {
  if (method !== 'GET') return new ApiError('method_not_allowed', 'socket: expected GET')
  const mark = url.indexOf('?')
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  if (query.get('transport') !== 'websocket') return new ApiError('bad_request', 'transport: expected websocket')
  // a session begins with its websocket, so none can be moved to one
  if (query.get('sid')) return new ApiError('bad_request', 'sid: expected none')
  if (query.get('EIO') !== '4') return new ApiError('bad_request', 'EIO: expected 4')
  return isPlain ? new ApiError('bad_request', 'Upgrade: expected websocket') : undefined
}

function refuseUpgrade(socket: Socket, refusal: ApiError): void {
  socket.on('error', () => socket.destroy())
  socket.end(rawAnswer(refusal))
}
