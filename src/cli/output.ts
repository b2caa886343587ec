// What a command prints: data on standard output, words for people on standard error.

export interface Output {
  readonly json: boolean
  /** With --json one JSON line; otherwise the lines for people. */
  readonly data: (value: unknown, lines: () => readonly string[]) => void
  /** For people; silent with --json. */
  readonly note: (text: string) => void
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
              .map((line) => `${line}\n`)
              .join(''),
      ),
    note: (text) => {
      if (!json) stderr(`${text}\n`)
    },
    error: (error) => stderr(json ? `${toJson({ error })}\n` : `quoin: ${error.code}: ${error.message}\n`),
  }
}

/** Integers of any length stay whole: a bigint becomes text. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner))
}
