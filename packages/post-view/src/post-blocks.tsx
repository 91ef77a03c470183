import { inlineText, insetPositions, parseInline } from '@stoa/contract'
import { useWritten } from '@stoa/ui'
import { Fragment, type ReactNode } from 'react'
import { ImageBlock } from './blocks/image-block.tsx'
import { ListBlock } from './blocks/list-block.tsx'
import { UnsupportedBlock } from './blocks/unsupported-block.tsx'
import { WarningBlock } from './blocks/warning-block.tsx'
import { Inline } from './inline.tsx'
import { RareBlock } from './rare-block.tsx'
import type { PostBlock } from './read-blocks.ts'

export interface PostBlocksProps {
  /** The blocks, from `readBlocks`. */
  blocks: readonly PostBlock[]
  /** Level of the highest heading in the text, so that a page keeps one `h1`. Default 2. */
  topHeadingLevel?: number | undefined
  /**
   * Opens a video or recording full-screen as a response. Pass it only if responses are allowed. Default: no button.
   */
  onOpenResponse?: ((block: PostBlock) => void) | undefined
  /** Renders what stands after every third block of text. Default: nothing. */
  renderInset?: (() => ReactNode) | undefined
}

/** The text of a post, block by block. */
export function PostBlocks({ blocks, topHeadingLevel = 2, onOpenResponse, renderInset }: PostBlocksProps) {
  const written = useWritten()
  const shift = topHeadingLevel - Math.min(6, ...blocks.map((block) => (block.type === 'header' ? block.level : 6)))
  const positions = new Set(renderInset ? insetPositions(blocks.map(lengthOfText)) : [])
  const draw = (block: PostBlock): ReactNode => {
    switch (block.type) {
      case 'paragraph':
        return (
          <p className="stoa-post-paragraph" {...written(block.text)}>
            <Inline text={block.text} />
          </p>
        )
      case 'header': {
        const level = Math.min(6, block.level + shift)
        const Heading = `h${level}` as 'h2'
        return (
          <Heading className="stoa-post-heading" data-level={level} {...written(block.text)}>
            <Inline text={block.text} />
          </Heading>
        )
      }
      case 'list':
        return <ListBlock list={block} />
      case 'delimiter':
        return <hr className="stoa-post-delimiter" />
      case 'quote':
        return (
          <figure className="stoa-post-quote" {...written(block.text)}>
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
      case 'audio':
      case 'embed':
      case 'linkTool':
      case 'table':
      case 'code':
        return <RareBlock block={block} onOpenResponse={onOpenResponse && (() => onOpenResponse(block))} />
      case 'unsupported':
        return <UnsupportedBlock name={block.name} text={block.text} />
    }
  }
  return (
    <div className="stoa-post-blocks">
      {blocks.map((block, index) => (
        // Documents never change in part, so positions are stable keys.
        <Fragment key={index}>
          <div className="stoa-post-block" data-type={block.type}>
            {draw(block)}
          </div>
          {renderInset && positions.has(index) && <div className="stoa-post-block-inset">{renderInset()}</div>}
        </Fragment>
      ))}
    </div>
  )
}

const lengthOf = (markup: string): number => inlineText(parseInline(markup)).length

/** Length of a block's text as far as it is one of text; 0 for headings, pictures and the like. */
function lengthOfText(block: PostBlock): number {
  if (block.type === 'paragraph' || block.type === 'quote') return lengthOf(block.text)
  if (block.type === 'warning') return lengthOf(block.message)
  return block.type === 'list' ? block.items.reduce((sum, { content }) => sum + lengthOf(content), 0) : 0
}
