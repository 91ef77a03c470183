import { hasSignedIn, hintKey, type PartnerSession } from '@stoa/client/partner-session'
import { loadViewer, type Stoa } from '@stoa/store'
import { onSignOn } from './sign-on.ts'

/** Loads the viewer and follows sign-ins in other tabs. Visitors need no request. */
export function watchViewer(stoa: Stoa, forumUrl: string, session: () => Promise<PartnerSession>): void {
  // After a failure the next call shows whether the session has ended.
  const follow = () =>
    void session()
      .then(({ follow }) => follow())
      .catch(() => {})
  const hear = ({ key }: StorageEvent) => {
    // A null key means that the storage was cleared.
    if (key === hintKey(forumUrl) || key === null) follow()
  }
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted && (isSignedOn || hasSignedIn(forumUrl) || stoa.state.getState().viewer)) follow()
  }
  window.addEventListener('storage', hear)
  window.addEventListener('pageshow', show)
  stoa.onDestroy(() => {
    window.removeEventListener('storage', hear)
    window.removeEventListener('pageshow', show)
  })
  let isSignedOn = false
  const load = () => loadViewer(stoa)
  const enter = (signedOn: Promise<void>) =>
    // A reader whose publisher token was refused may have signed in here.
    signedOn.then(load, load).catch(() => {
      // The reader stays a visitor until an action asks the server again.
    })
  const forget = onSignOn((word) => {
    isSignedOn = true
    void enter(session().then(({ signInByToken }) => signInByToken(word)))
  })
  stoa.onDestroy(forget)
  if (!isSignedOn) void enter(Promise.resolve())
}
