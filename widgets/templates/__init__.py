"""What a page repeats of its site: greyed out on the page, listed with the reasons, corrected by a person.

The way in: `view.TemplateView` stands where pages are shown; what takes time is in `work`, which runs in workers. The window
asks `work.judge` for the menus of pages and blocks, too.
"""
