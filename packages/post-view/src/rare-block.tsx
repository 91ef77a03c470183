import { lazy, useLazy, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { postViewMessages } from './messages.ts'
import type { PostBlock } from './read-blocks.ts'

type Rare = Extract<PostBlock, { type: 'video' | 'audio' | 'embed' | 'linkTool' }>

/** The code of videos, recordings, embeds and link cards. */
const rareBlocks = lazy(() => import('./rare-blocks.ts'))

/** The type of a block in the JSON of a post's content; text has its quotes escaped there. */
const RARE = /"type"\s*:\s*"(?:video|audio|embed|linkTool)"/

/**
 * Resolves when all code for a post's content is loaded. Servers wait for it before rendering, browsers before
 * hydration. Elsewhere, waiting for it avoids layout shifts.
 */
export async function prepareBlocks(postContent: string | undefined): Promise<void> {
  if (postContent !== undefined && RARE.test(postContent)) await rareBlocks.load().catch(() => {})
}

export interface RareBlockProps {
  /** The block to render. */
  block: Rare
  /** Opens a video or recording full-screen as a response. Default: no button. */
  onOpenResponse?: (() => void) | undefined
}

/** A block with lazily loaded code. Shows a placeholder of similar size until then, and a link if loading fails. */
export function RareBlock({ block, onOpenResponse }: RareBlockProps): ReactNode {
  const { code, failures } = useLazy(rareBlocks)
  if (code === undefined) {
    return failures > 0 ? <PlainLink block={block} /> : <div className="stoa-post-awaited" data-block={block.type} />
  }
  const { AudioBlock, EmbedBlock, LinkCard, VideoBlock } = code
  switch (block.type) {
    case 'video':
      return <VideoBlock video={block} onOpenResponse={onOpenResponse} />
    case 'audio':
      return <AudioBlock audio={block} onOpenResponse={onOpenResponse} />
    case 'embed':
      return <EmbedBlock service={block.service} source={block.source} caption={block.caption} />
    case 'linkTool':
      return <LinkCard link={block.link} title={block.title} description={block.description} image={block.image} />
  }
}

function PlainLink({ block }: Pick<RareBlockProps, 'block'>) {
  const t = useTranslate(postViewMessages)
  const href = block.type === 'embed' ? block.source : block.type === 'linkTool' ? block.link : block.url
  const isFile = block.type === 'video' || block.type === 'audio'
  return (
    <a href={href} target="_blank" rel="nofollow ugc noopener noreferrer">
      {isFile ? t('post.media.open') : href}
    </a>
  )
}
