"""The calendar of captures, and the band that says which day of the past a window shows.

The way in: `view.CalendarView` and `band.TravelBand`. The state is kept by `widgets.travel`; here it is only shown and
asked for. Stands on the session and on the histories of pages.
"""
