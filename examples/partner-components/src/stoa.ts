import { createPartnerClient } from '@stoa/client/partner-client'
import { createPartnerSession } from '@stoa/client/partner-session'
import { createStoa, forumLinks, loadViewer } from '@stoa/store'

/** Origin of the forum. This site's own origin must be registered there. */
const baseUrl = import.meta.env.VITE_STOA_URL

/** Who is signed in on this site. */
export const session = createPartnerSession({ baseUrl })

const client = createPartnerClient({ baseUrl, session })

/** The conversation of this page. */
export const stoa = createStoa({ client, session, realtime: client.realtime, links: forumLinks(baseUrl) })

// Readers see the page at once; who they are is known a little later.
loadViewer(stoa).catch(() => {})
