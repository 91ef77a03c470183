import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommentsDomain } from '../comments/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import type { PostsDomain } from '../posts/index.ts'
import { saveRoutes } from './routes.ts'
import { createSaveService } from './service.ts'

export type SavesDomain = ReturnType<typeof registerSaves>

export function registerSaves(
  platform: Platform,
  earlier: CommunitiesDomain & AccountsDomain & PostsDomain & CommentsDomain,
) {
  const saves = createSaveService({ ...platform, ...earlier, origins: earlier.partnerOrigins })
  saveRoutes(platform.mount, { saves })
  return { saves }
}
