// Shows what is pushed, also while no page is open.

addEventListener("push", (event) => {
  const { title, body, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const openPage = async () => {
    const [page] = await clients.matchAll({ type: "window" });
    return page ? page.focus() : clients.openWindow("/");
  };
  event.waitUntil(openPage());
});
