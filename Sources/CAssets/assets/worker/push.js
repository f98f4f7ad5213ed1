// Shows the messages that the server pushes as notifications, and opens the app where one is tapped.

async function showMessage({ id, title, text, path, badge }) {
  if (Number.isInteger(badge) && self.navigator.setAppBadge) await self.navigator.setAppBadge(badge).catch(() => {});
  // A message that comes twice has the same tag, so that the device shows it once.
  await registration.showNotification(title || strings.productName, { body: text, tag: id, data: { path } });
}
addEventListener('push', (event) => {
  let message = {};
  try { message = event.data.json(); } catch { /* A message without content is shown by the app's name. */ }
  event.waitUntil(showMessage(message));
});

// Opens a path of this server, whatever the message says, in a window that is there or in a new one.
async function openPath(path) {
  const url = new URL(path ?? '/', location.origin);
  const address = url.origin === location.origin ? url.href : location.origin;
  await self.navigator.clearAppBadge?.().catch(() => {});
  for (const page of await clients.matchAll({ type: 'window' })) {
    const opened = await page.focus().then(() => page.navigate(address)).catch(() => null);
    if (opened) return opened;
  }
  return clients.openWindow(address);
}
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data?.path));
});

// A browser that renews its subscription tells the server, which then forgets the former one at its next message.
async function renewSubscription({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const next = newSubscription ?? (options && await registration.pushManager.subscribe(options));
  if (!next) return;
  const { endpoint, keys } = next.toJSON();
  const body = new URLSearchParams({ endpoint, publicKey: keys.p256dh, secret: keys.auth });
  await requestJSON(filled(paths.action, 'mine', 'subscribe-device'), { method: 'POST', body });
}
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
