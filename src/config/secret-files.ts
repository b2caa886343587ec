// Which files a configuration names that hold secrets: every key that ends with File does, but the log's and what a strategy may call its own.

const NO_SECRETS: ReadonlySet<string> = new Set(['telemetry.logFile', 'strategy.params'])

/** Their paths as they are written, by the keys that name them, such as `wallet.privateKeyFile` and `alerts.webhooks[0].urlFile`. */
export function secretFiles(config: object): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  collect(config, '', found)
  return found
}

function collect(section: object, path: string, found: Map<string, string>): void {
  for (const [name, value] of Object.entries(section)) {
    const key = Array.isArray(section) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    if (NO_SECRETS.has(key)) continue
    if (typeof value === 'string' && name.endsWith('File')) found.set(key, value)
    else if (typeof value === 'object' && value !== null) collect(value, key, found)
  }
}
