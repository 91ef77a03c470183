import { createFakeRealtime } from '@stoa/client/fixtures'

/** The live connection of a test file's page; a file mocks `live/page-live.ts` by it. */
export const live = createFakeRealtime()
