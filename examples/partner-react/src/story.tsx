import { StoaComments, StoaCount, StoaReactions } from '@stoa/embed/react'
import { useState } from 'react'

export interface StoryProps {
  /** Address that the conversation belongs to, wherever the page is shown. */
  url: string
}

/** A partner's article with its conversation. */
export function Story({ url }: StoryProps) {
  const [commentCount, setCommentCount] = useState(0)
  return (
    <main>
      <h1>The orchard opens its gates</h1>
      <p className="byline">
        <StoaCount community="FORUM" url={url} words />
      </p>
      <p>Anyone may pick on Sundays. Bring a basket, and leave the top branches to the birds.</p>
      <StoaReactions community="FORUM" url={url} />
      {commentCount > 0 && <p role="status">Thank you for taking part.</p>}
      <StoaComments
        community="FORUM"
        url={url}
        pageSize={20}
        theme="light"
        onComment={() => setCommentCount((count) => count + 1)}
      />
    </main>
  )
}
