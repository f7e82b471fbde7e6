import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { inCredits } from '../../../../platform/credits.js'
import { Fact } from '../../controls/facts-row.js'
import { ScrollArea } from '../../controls/scroll-area.js'
import { WithSections } from '../../docs/with-sections.js'
import type { ShellParts } from '../../parts.js'
import { formatBytes } from '../calls/log-row.js'
import { useListing } from '../use-listing.js'
import { useRefreshed } from '../use-refreshed.js'
import { ReviewVerdict } from './problems-panel.js'

export type PagePanelProps = Pick<ShellParts, 'observer' | 'control' | 'log'>

/** The app's page as the service would show it, from the current manifest on disk. */
export const PagePanel = ({ observer, control, log }: PagePanelProps) => {
  const listing = useListing(observer).value
  const figures = useRefreshed(log, () => control.figures()).value.value
  const safeArea = useSignal(false)
  const result = observer.problems.value
  if (listing === null) return <p class="empty">The manifest is missing or invalid.</p>
  return (
    <ScrollArea className="scroll-panel" label="The app's page">
      <div class="listing-head">
        <div class="listing-icon" data-safe={safeArea.value}>
          {listing.iconUrl === null ? (
            <span class="muted">No icon</span>
          ) : (
            <img src={listing.iconUrl} alt="Icon" />
          )}
        </div>
        <div class="listing-words">
          <h2>{listing.name || 'No name yet'}</h2>
          <p>{listing.summary}</p>
          <p class="muted">
            {[listing.ageRating, listing.category, listing.version].filter((word) => word !== '').join(' · ')}
          </p>
          <p>
            <strong>{listing.access}</strong> {listing.accessStatement}
          </p>
        </div>
      </div>
      {figures !== null && (
        <dl class="facts-row" aria-label="Sales in credits (3.3)">
          <Fact name="Purchases">{inCredits(figures.purchases)}</Fact>
          <Fact name="Held">{inCredits(figures.held)}</Fact>
          <Fact name="Paid to you">{inCredits(figures.paid)}</Fact>
        </dl>
      )}
      <p>
        <label class="check line">
          <input
            type="checkbox"
            checked={safeArea.value}
            onChange={(event) => {
              safeArea.value = event.currentTarget.checked
            }}
          />
          Show the safe area
        </label>
        <span class="muted small">
          <WithSections text="The middle 80% of the icon, which rounded corners never cut (2.2)" />
        </span>
      </p>
      {listing.screenshotUrls.length > 0 && (
        <ScrollArea className="screenshots" label="Screenshots">
          {listing.screenshotUrls.map((url, index) => (
            <img key={url} src={url} alt={`Screenshot ${index + 1}`} />
          ))}
        </ScrollArea>
      )}
      {listing.description !== '' && <p class="listing-description">{listing.description}</p>}
      {listing.products.length > 0 && (
        <Part title="Sold in the app">
          {listing.products.map((product) => (
            <li key={product.id} class="listing-product">
              <div>
                <strong>{product.title}</strong>
                <p>{product.statement}</p>
                <p class="muted small">
                  {product.kind} · <code>{product.id}</code>
                </p>
              </div>
              <span class="price">{inCredits(product.price)}</span>
            </li>
          ))}
        </Part>
      )}
      {listing.capabilities.length > 0 && (
        <Part title="AI on the phone">
          {listing.capabilities.map(({ name, purpose, tools }) => (
            <li key={name}>
              <strong>{name}</strong>
              {tools !== '' && <span class="muted"> with {tools}</span>}
              <p>{purpose}</p>
            </li>
          ))}
        </Part>
      )}
      {listing.requires.length > 0 && (
        <Part title="Required to open">
          <li>{listing.requires.join(', ')}</li>
        </Part>
      )}
      {result !== null && (
        <>
          <ReviewVerdict result={result} />
          <p class="muted small">
            {result.totals.files.toLocaleString('en')} files, {formatBytes(result.totals.bytes)} unpacked ·
            orientation {listing.orientation}
          </p>
        </>
      )}
    </ScrollArea>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="listing-part">
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
)
