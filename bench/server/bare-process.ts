// What the server is held against: the same HTTP and socket.io below it, and nothing of a venue above. Every answer is a constant; an order is an
// event at every socket.

import { createServer } from 'node:http'
import { Server } from 'socket.io'

const HASH = `0x${'5e'.repeat(32)}`
const BEST_BIDS = JSON.stringify({
  marketId: 'm0',
  conditionId: HASH,
  bestBids: ['1', '2'].map((id) => ({ outcomeId: id, tokenId: id.repeat(77), bestBid: null })),
})
const UPDATE = {
  conditionId: HASH,
  seq: 1,
  ts: 0,
  data: { tokenId: '1'.repeat(77), side: 'BUY', price: '0.4', size: '1' },
}

const server = createServer((request, response) => {
  const answer = (status: number, text: string) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text)
  }
  if (request.method === 'GET') {
    answer(200, BEST_BIDS)
    return
  }
  let body = ''
  request.on('data', (bytes) => {
    body += String(bytes)
  })
  request.on('end', () => {
    JSON.parse(body)
    if (request.url === '/orders/cancel-many') answer(200, `{"cancelled":1,"orderHashes":["${HASH}"],"failed":[]}`)
    else {
      answer(201, `{"orderHash":"${HASH}","status":"open"}`)
      io.emit('orderbook.update', UPDATE)
    }
  })
})
const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
io.on('connection', (socket) => {
  socket.on('subscribe', (_request, done) => done({ accepted: [], rejected: [] }))
})
process.on('message', () => process.send?.({ cpuMicros: cpuMicros() }))
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.send?.({ url: `http://127.0.0.1:${port}` })
})

function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
