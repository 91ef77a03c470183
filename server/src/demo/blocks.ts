import type { ContentBlock, ListItem, PollSettings } from '@stoa/contract'
import type { DemoComment } from './comments.ts'
import { type DemoName, media } from './people.ts'

/** A demo post with people's activity on it. */
export interface DemoPost {
  by: DemoName
  /** Hours before now. */
  age: number
  tokenName: 'FORUM' | 'GARDEN' | 'DARKSKY'
  flair: string
  kind?: 'story'
  title: string
  /** Image above the title. */
  hero?: string
  /** Image shown only in lists. */
  preview?: string
  blocks: ContentBlock[]
  /** Title of the post it responds to. */
  respondsTo?: string
  isPinned?: boolean
  /** Whether it is still pending. */
  isPending?: boolean
  poll?: { options: string[]; settings?: Partial<PollSettings>; votes: Partial<Record<DemoName, number>> }
  up: DemoName[]
  down?: DemoName[]
  views: number
  comments?: DemoComment[]
}

/** Shorthands for the blocks of a post. */
export const text = (...paragraphs: string[]): ContentBlock[] =>
  paragraphs.map((paragraph) => ({ type: 'paragraph', data: { text: paragraph } }))

export const heading = (title: string, level = 2): ContentBlock => ({ type: 'header', data: { text: title, level } })

export const list = (style: 'ordered' | 'unordered', ...items: (string | [string, string[]])[]): ContentBlock => ({
  type: 'list',
  data: { style, items: items.map((one): ListItem => (typeof one === 'string' ? item(one) : item(...one))) },
})

export const picture = (name: string, caption: string): ContentBlock => ({
  type: 'image',
  data: { file: { url: media(name), width: 960, height: 540 }, caption },
})

export const video = (name: string, caption: string): ContentBlock => ({
  type: 'video',
  data: {
    url: media(`${name}.webm`),
    image: media(`${name}.webp`),
    width: 320,
    height: 180,
    durationMs: 4000,
    caption,
  },
})

function item(content: string, children: string[] = []): ListItem {
  return { content, items: children.map((child) => item(child)) }
}
