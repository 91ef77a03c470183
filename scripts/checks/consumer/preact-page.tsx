/** @jsxImportSource preact */
import type { SignOn } from '@stoa/embed'
import '@stoa/embed/preact'

const sso: SignOn = async () => null

/** Examples of a partner's Preact page; only type-checked. */
export function PreactPage() {
  return (
    <stoa-comments
      community="FORUM"
      page-size={20}
      onstoa-comment={(event) => event.detail.commentId}
      ref={(element) => {
        if (element) element.sso = sso
      }}
    />
  )
}
