/** The outline of a loading card, as high as a usual one. Hidden from screen readers. */
export function PostCardSkeleton() {
  return (
    <div className="stoa-card stoa-card-skeleton" aria-hidden="true">
      <div className="stoa-card-byline">
        <span className="stoa-card-bone" data-part="avatar" />
        <span className="stoa-card-bone" data-part="name" />
      </div>
      <div className="stoa-card-body">
        <div className="stoa-card-text">
          <span className="stoa-card-bone" data-part="title" />
          <span className="stoa-card-bone" data-part="line" />
          <span className="stoa-card-bone" data-part="half" />
        </div>
        <span className="stoa-card-bone" data-part="image" />
      </div>
      <div className="stoa-card-footer">
        <span className="stoa-card-bone" data-part="actions" />
      </div>
    </div>
  )
}
