import { createFakeRealtime } from '@stoa/client/fixtures'

/** The live connection of a test file's page, which mocks `live/page-live.ts`. */
export const live = createFakeRealtime()
