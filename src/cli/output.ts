// What a command prints: data on standard output, words for people on standard error.

import { exactText } from '../domain/json.js'
import { visible, visibleJson } from '../domain/visible-text.js'

export interface Output {
  readonly json: boolean
  /** With --json one JSON line; otherwise the lines for people. */
  readonly data: (value: unknown, lines: () => readonly string[]) => void
  /** For people; silent with --json. */
  readonly note: (text: string) => void
  /** What nothing goes on without: always. With --json one JSON line `{ "waiting": … }`. */
  readonly waiting: (reason: string) => void
  /** Always. With --json one JSON line `{ "error": … }`. */
  readonly error: (error: { readonly code: string; readonly message: string }) => void
}

export interface OutputStreams {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
}

export function createOutput(json: boolean, { stdout, stderr }: OutputStreams): Output {
  return {
    json,
    data: (value, lines) =>
      stdout(
        json
          ? `${toJson(value)}\n`
          : lines()
              .map((line) => `${visible(line)}\n`)
              .join(''),
      ),
    note: (text) => {
      if (!json) stderr(`${visible(text)}\n`)
    },
    waiting: (reason) => stderr(`${json ? toJson({ waiting: reason }) : visible(reason)}\n`),
    error: (error) => stderr(json ? `${toJson({ error })}\n` : `quoin: ${error.code}: ${visibleMessage(error)}\n`),
  }
}

/** A configuration may have many problems, one a line; no other message has lines. */
function visibleMessage({ code, message }: { readonly code: string; readonly message: string }): string {
  return code === 'bad-config' ? message.split('\n').map(visible).join('\n') : visible(message)
}

/** Integers of any length stay whole: a bigint becomes text. */
function toJson(value: unknown): string {
  return visibleJson(JSON.stringify(value, exactText))
}
