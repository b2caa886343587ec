// The certificate and key that a configuration of HTTPS asks for: given ones, or fresh ones for this machine.

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { QuoinError } from '../../domain/error.js'
import type { ServerConfig } from '../schema.js'
import type { TlsFiles } from './node-server.js'
import { selfSigned } from './self-signed.js'

type Https = NonNullable<ServerConfig['https']>

/** Throws `bad-config` for files that cannot be read or written, are no PEM, or do not belong together. */
export async function tlsFiles({ https, host }: ServerConfig, nowMs: number): Promise<TlsFiles | undefined> {
  if (https === undefined) return undefined
  const files = await filesOf(https, host, nowMs)
  if (https.saveCertFile !== undefined) await write('saveCertFile', https.saveCertFile, files.certPem)
  return files
}

async function filesOf({ certFile, keyFile }: Https, host: string, nowMs: number): Promise<TlsFiles> {
  if (certFile === undefined || keyFile === undefined) return selfSigned([host], nowMs)
  const [certPem, keyPem] = await Promise.all([read('certFile', certFile), read('keyFile', keyFile)])
  const certificate = attempt('certFile', certFile, () => new X509Certificate(certPem))
  const key = attempt('keyFile', keyFile, () => createPrivateKey(keyPem))
  if (!certificate.checkPrivateKey(key)) {
    throw new QuoinError('bad-config', `https.keyFile: expected the key of ${certFile}, ${keyFile} is another one`)
  }
  return { certPem, keyPem }
}

async function read(field: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new QuoinError('bad-config', `https.${field}: expected a readable file, got ${path}`, { cause })
  }
}

async function write(field: string, path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (cause) {
    throw new QuoinError('bad-config', `https.${field}: expected a file that can be written, got ${path}`, { cause })
  }
}

function attempt<T>(field: string, path: string, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw new QuoinError('bad-config', `https.${field}: expected PEM, ${path} is none`, { cause })
  }
}
