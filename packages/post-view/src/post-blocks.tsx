import type { ReactNode } from 'react'
import { AudioBlock } from './blocks/audio-block.tsx'
import { EmbedBlock } from './blocks/embed-block.tsx'
import { ImageBlock } from './blocks/image-block.tsx'
import { LinkCard } from './blocks/link-card.tsx'
import { ListBlock } from './blocks/list-block.tsx'
import { UnsupportedBlock } from './blocks/unsupported-block.tsx'
import { VideoBlock } from './blocks/video-block.tsx'
import { WarningBlock } from './blocks/warning-block.tsx'
import { Inline } from './inline.tsx'
import type { PostBlock } from './read-blocks.ts'

export interface PostBlocksProps {
  /** The blocks, as `readBlocks` gives them. */
  blocks: readonly PostBlock[]
  /** Level of the highest heading in the text, so that a page keeps one `h1`. Default 2. */
  topHeadingLevel?: number | undefined
  /** Opens a film or recording full-screen as a response; give it only where responses are allowed. Default: no button. */
  onOpenResponse?: ((block: PostBlock) => void) | undefined
}

/** The text of a post, block by block. */
export function PostBlocks({ blocks, topHeadingLevel = 2, onOpenResponse }: PostBlocksProps) {
  const levels = blocks.flatMap((block) => (block.type === 'header' ? [block.level] : []))
  const shift = topHeadingLevel - Math.min(...levels, 6)
  const draw = (block: PostBlock): ReactNode => {
    const openResponse = onOpenResponse && (() => onOpenResponse(block))
    switch (block.type) {
      case 'paragraph':
        return (
          <p className="stoa-post-paragraph" dir="auto">
            <Inline text={block.text} />
          </p>
        )
      case 'header': {
        const level = Math.min(6, block.level + shift)
        const Heading = `h${level}` as 'h2'
        return (
          <Heading className="stoa-post-heading" data-level={level} dir="auto">
            <Inline text={block.text} />
          </Heading>
        )
      }
      case 'list':
        return <ListBlock style={block.style} items={block.items} />
      case 'delimiter':
        return <hr className="stoa-post-delimiter" />
      case 'quote':
        return (
          <figure className="stoa-post-quote" dir="auto">
            <blockquote>
              <Inline text={block.text} />
            </blockquote>
            {block.caption.trim() !== '' && (
              <figcaption>
                <Inline text={block.caption} />
              </figcaption>
            )}
          </figure>
        )
      case 'warning':
        return <WarningBlock title={block.title} message={block.message} />
      case 'image':
        return <ImageBlock image={block} />
      case 'video':
        return <VideoBlock video={block} onOpenResponse={openResponse} />
      case 'audio':
        return <AudioBlock url={block.url} caption={block.caption} onOpenResponse={openResponse} />
      case 'embed':
        return <EmbedBlock service={block.service} source={block.source} caption={block.caption} />
      case 'linkTool':
        return <LinkCard link={block.link} title={block.title} description={block.description} image={block.image} />
      case 'unsupported':
        return <UnsupportedBlock name={block.name} text={block.text} />
    }
  }
  return (
    <div className="stoa-post-blocks">
      {blocks.map((block, index) => (
        // A document never changes in part, so positions are stable keys.
        <div key={index} className="stoa-post-block" data-type={block.type}>
          {draw(block)}
        </div>
      ))}
    </div>
  )
}
