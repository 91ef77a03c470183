/** In a file of its own, because loaders, which every page has, need it without the rest. */
export { prepareBlocks } from '@stoa/post-view'
