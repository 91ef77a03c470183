import { inlineText, parseInline } from '@stoa/contract'
import { lazy, useLazy, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { postViewMessages } from './messages.ts'
import type { PostBlock } from './read-blocks.ts'

type Rare = Extract<PostBlock, { type: 'video' | 'audio' | 'embed' | 'linkTool' | 'table' | 'code' }>

/** The code of videos, recordings, embeds, link cards, tables and program code. */
const rareBlocks = lazy(() => import('./rare-blocks.ts'))

const plainText = (markup: string) => inlineText(parseInline(markup))

/** The type of a block in the JSON of a post's content; text has its quotes escaped there. */
const RARE = /"type"\s*:\s*"(?:video|audio|embed|linkTool|table|code)"/

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
    return failures > 0 ? <PlainBlock block={block} /> : <div className="stoa-post-awaited" data-block={block.type} />
  }
  const { AudioBlock, CodeBlock, EmbedBlock, LinkCard, TableBlock, VideoBlock } = code
  switch (block.type) {
    case 'video':
      return <VideoBlock video={block} onOpenResponse={onOpenResponse} />
    case 'audio':
      return <AudioBlock audio={block} onOpenResponse={onOpenResponse} />
    case 'embed':
      return <EmbedBlock service={block.service} source={block.source} caption={block.caption} />
    case 'linkTool':
      return <LinkCard link={block.link} title={block.title} description={block.description} image={block.image} />
    case 'table':
      return <TableBlock table={block} />
    case 'code':
      return <CodeBlock code={block.code} language={block.language} />
  }
}

/** The text of a block, or a link to it. */
function PlainBlock({ block }: Pick<RareBlockProps, 'block'>) {
  const t = useTranslate(postViewMessages)
  if (block.type === 'code') return <pre>{block.code}</pre>
  if (block.type === 'table') return <p>{block.rows.flat().map(plainText).join(' · ')}</p>
  const href = block.type === 'embed' ? block.source : block.type === 'linkTool' ? block.link : block.url
  const isFile = block.type === 'video' || block.type === 'audio'
  return (
    <a href={href} target="_blank" rel="nofollow ugc noopener noreferrer">
      {isFile ? t('post.media.open') : href}
    </a>
  )
}
