import { Written } from '../i18n/written.tsx'
import { Anchor } from '../link/link-provider.tsx'

/** Props of `TopicDot`. */
export interface TopicDotProps {
  /** The topic's color. Default: gray. */
  color?: string | undefined
}

/** The dot that shows a topic's color before its name. */
export function TopicDot({ color }: TopicDotProps) {
  return <span className="stoa-topic-dot" data-color={color} aria-hidden="true" />
}

/** Props of `TopicPill`. */
export interface TopicPillProps extends TopicDotProps {
  /** The topic's name. */
  name: string
  /** Address of the posts on it. Default: the pill is no link. */
  href?: string | undefined
}

/** A topic: its name with its colored dot, which is on the page's starting side in every language. */
export function TopicPill({ name, color, href }: TopicPillProps) {
  const content = (
    <>
      <TopicDot color={color} />
      <Written>{name}</Written>
    </>
  )
  return href === undefined ? (
    <span className="stoa-topic">{content}</span>
  ) : (
    <Anchor className="stoa-topic" href={href}>
      {content}
    </Anchor>
  )
}
