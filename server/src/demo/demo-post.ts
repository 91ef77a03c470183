import type { ContentBlock, PollSettings } from '@stoa/contract'
import type { DemoComment } from './comments.ts'
import type { DemoName } from './people.ts'

/** A post of the demonstration, with what people did with it. */
export interface DemoPost {
  by: DemoName
  /** Hours before now. */
  age: number
  tokenName: 'FORUM' | 'GARDEN'
  flair: string
  kind?: 'story'
  title: string
  hero?: string
  blocks: ContentBlock[]
  poll?: { options: string[]; settings?: Partial<PollSettings>; votes: Partial<Record<DemoName, number>> }
  up: DemoName[]
  down?: DemoName[]
  views: number
  comments?: DemoComment[]
}
