import { FailedPart, type FailedPartProps } from '@stoa/comments'

/** Says that code for what the reader wanted did not come, where they see it, however far the element's end is. */
export function LostPart(props: Omit<FailedPartProps, 'text'>) {
  return (
    <div className="stoa-embed-lost">
      <FailedPart text="comment.unloaded" {...props} />
    </div>
  )
}
