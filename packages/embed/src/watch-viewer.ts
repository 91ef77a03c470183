import { loadViewer, type Stoa } from '@stoa/store'
import type { EmbedSession } from './sign-in/embed-session.ts'
import { hintOf } from './sign-in/sign-in-hint.ts'
import { onSignOn } from './sign-in/sign-on.ts'

/** Finds out who is looking, and follows other tabs; a visitor costs no request. */
export function watchViewer(stoa: Stoa, forumUrl: string, session: () => Promise<EmbedSession>): void {
  // Out of reach: the next call tells whether the session is over.
  const follow = () =>
    void session()
      .then(({ follow }) => follow())
      .catch(() => {})
  const hear = ({ key }: StorageEvent) => {
    // Without a key everything was cleared.
    if (key === hintOf(forumUrl) || key === null) follow()
  }
  window.addEventListener('storage', hear)
  stoa.onDestroy(() => window.removeEventListener('storage', hear))
  let isSignedOn = false
  const load = () => loadViewer(stoa)
  const enter = (signedOn: Promise<void>) =>
    // Whoever is not taken at the publisher's word may still have signed in here.
    signedOn.then(load, load).catch(() => {
      // The reader stays a visitor until an action asks the server again.
    })
  const forget = onSignOn((word) => {
    isSignedOn = true
    void enter(session().then(({ signOn }) => signOn(word)))
  })
  stoa.onDestroy(forget)
  if (!isSignedOn) void enter(Promise.resolve())
}
