// A venue in virtual time on a data file, or on the scratch file of a venue that is not kept.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerConfigInput } from '../../../src/server/schema.js'
import { FileStore } from '../../../src/server/store/file-store.js'
import { VenueDriver } from '../api/venue-driver.js'

const folders = new Set<string>()

export function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-store-'))
  folders.add(folder)
  return join(folder, 'venue.db')
}

/** For `afterAll`. */
export function removeFiles(): void {
  // a thread of the store may be writing its last page
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  folders.clear()
}

export class KeptVenue extends VenueDriver {
  readonly store: FileStore

  constructor(
    path: string | undefined,
    config: ServerConfigInput = {},
    ...[nowMs, onFault]: [nowMs?: number | undefined, onFault?: (error: unknown) => void]
  ) {
    const store = new FileStore(path)
    super(config, {
      store,
      ...(nowMs === undefined ? {} : { nowMs }),
      ...(onFault === undefined ? {} : { onFault }),
    })
    this.store = store
    store.commit()
  }

  /** The process ends as by kill: what is not committed is gone. */
  die(): void {
    this.store.close()
  }
}
