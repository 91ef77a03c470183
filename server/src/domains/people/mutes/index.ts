import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { createMuteService } from './service.ts'
import { mutesTables } from './tables.ts'

export type { MuteService } from './service.ts'
export { textsWithWords } from './texts-with-words.ts'

export type MutesDomain = ReturnType<typeof registerMutes>
export const mutesDomain = { tables: mutesTables, register: registerMutes }

function registerMutes(platform: Platform, earlier: AccountsDomain & CommunitiesDomain) {
  return { mutes: createMuteService({ ...platform, ...earlier }) }
}
