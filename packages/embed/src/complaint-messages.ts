/** English texts of what a publisher has to mend; they load with the first complaint. */
export const complaintMessages = {
  'embed.notRegistered': 'Comments can’t be shown here, because {site} is not registered with this community.',
  'embed.noCommunity': 'Comments can’t be shown here, because the community “{community}” does not exist.',
  'embed.unnamed': 'Comments can’t be shown here yet, because this page does not say which community they belong to.',
  'embed.invalid':
    'Comments can’t be shown here, because this page names its community or article in a way that can’t be right.',
} as const
