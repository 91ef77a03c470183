import { MemberScreen } from '../../shell/member-screen.tsx'

/** `/bbs/create-token`: creates a community. */
export function CreateCommunityScreen() {
  return <MemberScreen load={loadForm} />
}

const loadForm = async () => (await import('./create-community.tsx')).CreateCommunity
