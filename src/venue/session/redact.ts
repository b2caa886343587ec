// Keeps the session's own secrets out of the texts it hands on.

export interface Redactor {
  /** Values shorter than 8 characters are ignored: they would blank ordinary words. */
  add(secret: string): void
  redact(text: string): string
}

/** Secrets that are remembered, the newest: tokens rotate. */
const MOST_SECRETS = 8

export function createRedactor(): Redactor {
  const secrets: string[] = []
  return {
    add(secret) {
      if (secret.length < 8 || secrets.includes(secret)) return
      secrets.push(secret)
      if (secrets.length > MOST_SECRETS) secrets.splice(1, 1)
    },
    redact: (text) => secrets.reduce((out, secret) => out.replaceAll(secret, '[secret]'), text),
  }
}
