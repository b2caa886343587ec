// As many reads as a server gives, over a few connections that always owe some: a client with nothing in it but bytes.

import { once } from 'node:events'
import { connect } from 'node:net'

const LINES = 16
/** Requests that wait at once on each connection. */
const DEPTH = 8
const ANSWER = 'HTTP/1.1 200'
/** For the first answer. */
const LONGEST_MS = 20_000

/** Reads in a second. */
export async function rawReads(url: string, { path, apiKey, ms }: { path: string; apiKey: string; ms: number }) {
  const { hostname, port, host } = new URL(url)
  const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${apiKey}\r\n\r\n`
  let answers = 0
  const sockets = Array.from({ length: LINES }, () => connect(Number(port), hostname).setNoDelay(true))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const start = performance.now()
  for (const socket of sockets) {
    let begun: Buffer | undefined
    socket.on('data', (piece: Buffer) => {
      const bytes = begun === undefined ? piece : Buffer.concat([begun, piece])
      begun = begunAnswer(bytes)
      let found = 0
      for (let at = bytes.indexOf(ANSWER); at >= 0; at = bytes.indexOf(ANSWER, at + 1)) found++
      answers += found
      if (found > 0) socket.write(request.repeat(found))
    })
    socket.write(request.repeat(DEPTH))
  }
  // on a machine that is short of time a short look may see none yet
  while (performance.now() - start < LONGEST_MS) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    if (answers > 0) break
  }
  const perSec = (answers / (performance.now() - start)) * 1000
  for (const socket of sockets) socket.destroy()
  if (answers === 0) throw new Error(`${path}: no answer with status 200`)
  return perSec
}

/** The beginning of a status line that the next piece goes on with. */
function begunAnswer(bytes: Buffer): Buffer | undefined {
  const end = bytes.subarray(-(ANSWER.length - 1))
  const begun = end.subarray(Math.max(0, end.lastIndexOf(ANSWER.charAt(0))))
  return ANSWER.startsWith(begun.toString('latin1')) ? begun : undefined
}
