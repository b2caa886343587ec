// The profile that a venue publishes at GET /, as a client's own: what only a server can say of itself is left out.

import { z } from 'zod'
import { venueProfile } from '../../venue/wire/profile.js'

export const publishedProfile = z
  .looseObject({ typedData: z.looseObject({ variant: z.unknown(), domain: z.unknown() }) })
  .transform(({ chainId: _chain, public: _public, typedData, ...rest }): unknown => ({
    ...rest,
    typedData: { variant: typedData.variant, domain: typedData.domain },
  }))
  .pipe(venueProfile)
