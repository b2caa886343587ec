import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { rawReads } from '../../../bench/server/raw-reads.js'

const STATUS = 'HTTP/1.1 200'
const ANSWER = `${STATUS} OK\r\ncontent-length: 2\r\n\r\n{}`

it('goes on asking on each connection, though status lines come in two pieces, cut anywhere', async () => {
  const asked: number[] = []
  const server = createServer((socket) => {
    const line = asked.push(0) - 1
    let owed = ''
    let cut = line
    const pieces = setInterval(() => {
      cut = (cut % (STATUS.length - 1)) + 1
      const last = owed.lastIndexOf(STATUS)
      const end = last < 0 ? owed.length : last + cut
      socket.write(owed.slice(0, end))
      owed = owed.slice(end)
    }, 1)
    socket.on('data', (bytes: Buffer) => {
      const requests = bytes.toString('latin1').split('GET ').length - 1
      asked[line] = (asked[line] ?? 0) + requests
      owed += ANSWER.repeat(requests)
    })
    socket.on('error', () => undefined).on('close', () => clearInterval(pieces))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await rawReads(`http://127.0.0.1:${port}`, { path: '/', apiKey: 'k', ms: 1000 })
  server.close()
  expect(asked).toHaveLength(16)
  // of eight that are owed one is cut each time: none would be left after 8 + 7 + ... + 1
  expect(Math.min(...asked)).toBeGreaterThan(100)
})
