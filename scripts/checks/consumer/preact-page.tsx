/** @jsxImportSource preact */
import type { SignOn } from '@stoa/embed'
import '@stoa/embed/preact'

const sso: SignOn = async () => null

/** What a partner's page in Preact may write; only its types are looked at. */
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
