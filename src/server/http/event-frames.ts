// An event for many clients is made into bytes once: the websocket frame that goes to each of them.

import type { Socket } from 'socket.io'

/** Of engine.io: what is to be written, and beside it the frame as it goes on the wire. */
interface FrameOptions {
  readonly compress: false
  readonly wsPreEncodedFrame: readonly [Buffer]
}

interface Frame {
  readonly event: string
  readonly payload: unknown
  readonly packet: string
  readonly options: FrameOptions
}

/** Of socket.io: an event, in the one namespace that there is. */
const EVENT = '2'
/** Of engine.io. */
const MESSAGE = '4'
/** Of a websocket: a text, and the end of it. */
const WHOLE_TEXT = 0x81

export class EventFrames {
  /** A room is told one payload, member by member. */
  #last: Frame | undefined

  /** The event as it is now, to be sent at any time. */
  sender(event: string, payload: unknown): (connection: Socket['conn']) => void {
    const last = this.#last
    const frame =
      last !== undefined && last.payload === payload && last.event === event ? last : newFrame(event, payload)
    this.#last = frame
    return (connection) => connection.write(frame.packet, frame.options)
  }
}

function newFrame(event: string, payload: unknown): Frame {
  const packet = `${EVENT}${JSON.stringify([event, payload])}`
  return { event, payload, packet, options: { compress: false, wsPreEncodedFrame: [textFrame(`${MESSAGE}${packet}`)] } }
}

/** Head and text in one piece: two would be two writes. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.alloc(start + length)
  frame[0] = WHOLE_TEXT
  if (start === 2) frame[1] = length
  else if (start === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, start)
  return frame
}
