import { MemberScreen } from '../../shell/member-screen.tsx'

/** `/bbs/moderation`: the moderation queue of all communities that the viewer moderates. */
export function ModerationScreen() {
  return <MemberScreen load={async () => (await import('./moderation-page.tsx')).ModerationPage} />
}
