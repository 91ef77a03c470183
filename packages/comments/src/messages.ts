import { composerMessages } from './composer/messages.ts'
import { menuMessages, reportMessages } from './menu/messages.ts'
import { failedPartMessages } from './thread/failed-part.tsx'
import { threadMessages } from './thread/messages.ts'
import { noticeMessages } from './thread/notices.tsx'
import { quoteMessages } from './thread/thread-extras.tsx'

/** All English texts of threads: those of the parts, which use their own. */
export const commentMessages = {
  ...threadMessages,
  ...failedPartMessages,
  ...noticeMessages,
  ...quoteMessages,
  ...composerMessages,
  ...menuMessages,
  ...reportMessages,
} as const
