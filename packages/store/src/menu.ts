import { NO_CACHE, type Stoa } from './stoa.ts'

/** Loads the main menu as the viewer sees it. Until then, and after a failure, the visitors' one is shown. */
export async function loadMenu(stoa: Stoa): Promise<void> {
  const viewerId = stoa.state.getState().viewer?.id
  if (viewerId === undefined) return
  const { language } = stoa.options
  const response = await stoa.client
    .call('menuShow', language === undefined ? {} : { language }, NO_CACHE)
    .catch(() => null)
  if (response && stoa.state.getState().viewer?.id === viewerId) stoa.state.setState({ menu: response.items })
}
