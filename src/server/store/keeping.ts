// Where a running server keeps its venue: in a data file, or nowhere beyond its own life. Answers and events wait for it.

import type { QuoinError } from '../../domain/error.js'
import type { Driver } from '../api/driver.js'
import type { VenueStore } from '../api/kept/venue-store.js'
import type { ApiResponse } from '../api/requests/api-request.js'
import { errorResponse, toApiError } from '../api/requests/error-table.js'
import { CommitGate } from './commits/commit-gate.js'
import { FileStore } from './file-store.js'

type Reply = (response: ApiResponse) => void

export interface Keeping {
  /** For `createVenueApi`. */
  readonly store: VenueStore
  /** Writes what the venue began with. Throws `journal-failed`. */
  begin(): void
  /** Carries a request out, or refuses it with `store_unavailable` while nothing can be written; then nothing happens to the venue. */
  request(reply: Reply, handle: (reply: Reply) => void): void
  /** Sends when everything that has happened so far is kept. */
  tell(send: () => void): void
  /** The same clockwork, standing still while nothing can be written. */
  driven(driver: Driver): Driver
  /** Writes what is left, if the venue began; safe to call twice. */
  close(): void
}

export interface KeepingOptions {
  /** A data file; made when there is none. Without it the venue ends with the process. */
  readonly dataFile: string | undefined
  readonly onFault: (error: unknown) => void
  /** Called when the file can be written again. */
  readonly onRecovery: () => void
}

/** Throws `journal-failed` for a data file that cannot be used. */
export function openKeeping({ dataFile, onFault, onRecovery }: KeepingOptions): Keeping {
  const store = new FileStore(dataFile)
  const gate = new CommitGate({ store, onFault, onRecovery })
  let isOpen = true
  let hasBegun = false
  const refuse = (reply: Reply, failure: QuoinError) => reply(errorResponse(toApiError(failure)))
  return {
    store,
    begin: () => {
      store.commit()
      hasBegun = true
    },
    request: (reply, handle) => {
      if (gate.failure !== undefined) refuse(reply, gate.failure)
      else {
        handle((response) =>
          gate.after(
            () => reply(response),
            (failure) => refuse(reply, failure),
          ),
        )
      }
    },
    tell: (send) => gate.after(send),
    driven: (driver) => ({
      nextDueMs: () => (gate.failure === undefined ? driver.nextDueMs() : undefined),
      advance: (nowMs) => {
        if (gate.failure !== undefined) return
        driver.advance(nowMs)
        gate.touch()
      },
    }),
    close: () => {
      if (!isOpen) return
      isOpen = false
      try {
        if (hasBegun) gate.close()
      } catch (error) {
        onFault(error)
      }
      store.close()
    },
  }
}
