/** English texts of what a publisher has to mend; they load with the first complaint. `what` is one of `shownBy`. */
export const complaintMessages = {
  'embed.notRegistered': '{what} can’t be shown here, because {site} is not registered with this community.',
  'embed.noCommunity': '{what} can’t be shown here, because the community “{community}” does not exist.',
  'embed.unnamed': '{what} can’t be shown here yet, because this page does not say which community it belongs to.',
  'embed.invalid':
    '{what} can’t be shown here, because this page names its community or article in a way that can’t be right.',
} as const

/** What an element shows, as the sentences begin. */
export const shownBy: Record<string, string> = { 'stoa-poll': 'The poll', 'stoa-reactions': 'Reactions' }
