import type { HtmlUrl } from '../../facts/html/urls.js'
import type { Impact } from '../../problem.js'

/** What a URL that cannot load does: a link that leaves the app puts an error page in its place. */
export const impactOfUrl = ({ leadsTo }: HtmlUrl): Impact => (leadsTo === 'part' ? 'degrades' : 'breaks')
